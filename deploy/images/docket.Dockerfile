# Two images. `docket` runs web, worker, scheduler or migrate, depending on the command.
# `console` is nginx with the console's files; it passes all other requests on to web.
FROM node:20-slim AS built
WORKDIR /docket
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY console console
RUN npm run build

FROM python:3.13-slim AS packages
COPY requirements/tool.txt requirements/run.txt /requirements/
RUN pip install --no-cache-dir --require-hashes --requirement /requirements/tool.txt
ENV UV_PYTHON_DOWNLOADS=never
RUN uv venv /venv \
    && uv pip sync --python /venv/bin/python --require-hashes --compile-bytecode --no-cache /requirements/run.txt
COPY --from=built /docket/console/dist /dist
RUN /venv/bin/python -m whitenoise.compress --quiet /dist

FROM python:3.13-slim AS docket
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin docket \
    && install --directory --owner docket --group docket --mode 700 /var/lib/docket
WORKDIR /docket
COPY --from=packages /venv /venv
COPY LICENSE NOTICE ./
COPY platform platform
COPY workflows workflows
COPY --from=packages /dist console/dist
RUN /venv/bin/python -m compileall -q platform workflows
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/docket:/docket/platform \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=config.settings \
    MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /var/lib/docket
EXPOSE 8000
CMD ["python", "-m", "server", "--host", "0.0.0.0", "--port", "8000"]

FROM nginxinc/nginx-unprivileged:1.28 AS console
COPY deploy/nginx/docket.conf /etc/nginx/conf.d/default.conf
COPY --from=packages /dist/assets /usr/share/nginx/html/assets
EXPOSE 8080
