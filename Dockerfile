# syntax=docker/dockerfile:1
# The wheel is built in one stage and installed in another, so that no compiler is shipped.

FROM python:3.13-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim-bookworm
RUN useradd --create-home --uid 10001 gridmill
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links=/wheels gridmill
USER gridmill
WORKDIR /home/gridmill
ENTRYPOINT ["gridmill"]
CMD ["--help"]
