# The service in a container; deploy/README.md says how to run it.

FROM python:3.13-slim AS build
WORKDIR /app
RUN python -m venv .venv
# What agents need, for an image that is built with --build-arg MCP=yes.
ARG MCP
COPY requirements-mcp.lock ./
RUN if [ "$MCP" = yes ]; then .venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements-mcp.lock; fi
COPY requirements-run.lock ./
RUN .venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements-run.lock
COPY pyproject.toml LICENSE NOTICE ./
COPY engine engine
COPY bots bots
COPY tournaments tournaments
COPY compiled compiled
COPY store store
COPY service service
COPY web web
COPY cli cli
COPY clients/javascript/src clients/javascript/src
COPY docs/rules docs/rules
COPY docs/problems docs/problems
COPY docs/verifier docs/verifier
COPY docs/package.md docs/
# Editable, so that the code lies in the image as it does in a checkout, beside the pages it serves.
RUN .venv/bin/python -m pip install --no-cache-dir --no-deps --no-build-isolation --editable . \
 && .venv/bin/python -m compileall -q engine bots tournaments compiled store service web cli

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin croupier \
 && install --directory --owner croupier --group croupier /data
COPY --from=build /app /app
ENV PATH="/app/.venv/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    CROUPIER_HOST=0.0.0.0 \
    CROUPIER_PORT=8000 \
    CROUPIER_STORE=sqlite:/data/croupier.db \
    CROUPIER_LOG=json
WORKDIR /data
VOLUME /data
EXPOSE 8000
USER croupier
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['CROUPIER_PORT'] + '/readyz', timeout=2)"]
CMD ["croupier", "serve"]
