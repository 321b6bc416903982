"""What chaos needs of the integration tests."""

from tests.integration.conftest import served

__all__ = ["served"]
