# A capture node with its Chromium. Built from the root of the checkout:
#   docker build -f deploy/docker/capture-node.Dockerfile -t reelyard/capture-node .
# Pages are confined by user namespaces, which the default seccomp profile of containers forbids: see chromium-seccomp.json.
ARG NODE_IMAGE=node:26-bookworm-slim

# Chromium is unpacked here and not at every start, which took 3 to 4 s and 260 MB of each container; the archive stays behind.
FROM ${NODE_IMAGE} AS packages
WORKDIR /reelyard
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY capture-node/package.json capture-node/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w @reelyard/shared -w @reelyard/capture-node \
  && rm -rf node_modules/.package-lock.json \
  && find node_modules -path '*/@fontsource/*' -name '*.woff2' -delete \
  && install -d -o 1000 -g 1000 /home/node
COPY shared shared
COPY capture-node capture-node
USER 1000:1000
RUN HOME=/home/node node --input-type=module -e " \
  const { installedChromium } = await import('./capture-node/browsers/chromium-install.ts'); \
  const { browserFonts } = await import('./capture-node/browsers/browser-fonts.ts'); \
  console.log(await installedChromium({ configured: undefined, path: '', runAs: {} }), await browserFonts({}));"
USER 0
RUN rm -rf node_modules/@sparticuz/chromium/bin

FROM ${NODE_IMAGE}
# Process 1 has to reap what a killed browser leaves behind; Node does not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && install -d -o 1000 -g 1000 /var/lib/reelyard /home/node
WORKDIR /reelyard
COPY --from=packages /reelyard ./
# The unpacked folder has to belong to the user that looks for it: one of somebody else's is not trusted.
COPY --from=packages --chown=1000:1000 /home/node/.cache /home/node/.cache
# UV_THREADPOOL_SIZE: names that pages ask for are resolved in these threads; with four, one page of slow names holds up all.
ENV HOME=/home/node \
  FARM_SCRATCH=/var/lib/reelyard/scratch \
  FARM_SESSIONS_HOST=0.0.0.0 \
  FARM_SESSIONS_PORT=8090 \
  FARM_METRICS_HOST=0.0.0.0 \
  FARM_METRICS_PORT=9101 \
  UV_THREADPOOL_SIZE=32
USER 1000:1000
# The control plane calls the first for browsing sessions, at FARM_SESSIONS_URL; /metrics and /healthz are at the second.
EXPOSE 8090 9101
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.FARM_METRICS_PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "capture-node/main.ts"]
