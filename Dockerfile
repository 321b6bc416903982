# syntax=docker/dockerfile:1
# The wheel is built in one stage and installed in another, so that no compiler is shipped. Both stages install what the
# lock files name and nothing else, each file checked against its hash.

FROM python:3.13-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY requirements-build.lock .
RUN pip install --no-cache-dir --require-hashes --requirement requirements-build.lock
COPY . .
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim-bookworm
RUN useradd --create-home --uid 10001 gridmill
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/requirements.lock
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-deps --no-index --find-links=/wheels gridmill
USER 10001
WORKDIR /home/gridmill
ENTRYPOINT ["gridmill"]
CMD ["--help"]
