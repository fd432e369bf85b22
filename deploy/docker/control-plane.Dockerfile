# The control plane with the web console. Built from the root of the checkout:
#   docker build -f deploy/docker/control-plane.Dockerfile -t reelyard/control-plane .
# Sources are run as they are written; only the console is built. No secret is needed to build, so none is in a layer.
ARG NODE_IMAGE=node:26-bookworm-slim

# npm is given the manifests of what this process imports and of nothing else; a test compares the list with the imports.
FROM ${NODE_IMAGE} AS packages
WORKDIR /reelyard
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY control-plane/package.json control-plane/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @reelyard/shared -w @reelyard/control-plane \
  && rm -rf node_modules/.package-lock.json \
  && find node_modules -path '*/@fontsource/*' -name '*.woff' -delete

FROM ${NODE_IMAGE} AS console
WORKDIR /reelyard
COPY package.json package-lock.json tsconfig.json ./
COPY shared/package.json shared/
COPY control-plane/package.json control-plane/
COPY render-node/package.json render-node/
COPY capture-node/package.json capture-node/
COPY deploy/package.json deploy/
COPY dashboards/package.json dashboards/
RUN npm ci --ignore-scripts --no-audit --no-fund -w @reelyard/dashboards
COPY shared shared
COPY dashboards/console dashboards/console
RUN node node_modules/vite/bin/vite.js build dashboards/console --logLevel warn

FROM ${NODE_IMAGE}
# Process 1 has to reap what a killed picture decoder leaves behind; Node does not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && install -d -o 1000 -g 1000 /var/lib/reelyard
WORKDIR /reelyard
COPY --from=packages /reelyard ./
COPY shared shared
COPY control-plane control-plane
COPY --from=console /reelyard/dashboards/console/dist console
# FARM_DATA is all that is written; with S3 it holds only mails that no SMTP server took.
ENV FARM_HOST=0.0.0.0 \
  FARM_PORT=8080 \
  FARM_DATA=/var/lib/reelyard \
  FARM_CONSOLE_DIR=/reelyard/console
# By number: Kubernetes cannot see that a name is not root.
USER 1000:1000
EXPOSE 8080
# /readyz would ask for a render node as well, and nodes register through this process.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.FARM_PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "control-plane/main.ts"]
