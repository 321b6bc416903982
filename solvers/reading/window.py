"""The beginning of a file as a file of its own: of archives put one behind the other, one that is not the last."""

from __future__ import annotations

from io import RawIOBase
from os import SEEK_CUR, SEEK_END, SEEK_SET
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Window(RawIOBase):
    """So many bytes of a file from its beginning; it has a place of its own, and closing it leaves the file open."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        super().__init__()
        self._file = file
        self._size = size
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        at = {SEEK_SET: 0, SEEK_CUR: self._at, SEEK_END: self._size}[whence] + offset
        if at < 0:
            raise OSError("a place before the beginning of the file")
        self._at = at
        return at

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        self._file.seek(self._at)
        found = self._file.read(max(0, min(len(view), self._size - self._at)))
        view[: len(found)] = found
        self._at += len(found)
        return len(found)
