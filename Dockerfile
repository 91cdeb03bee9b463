# Its steps were run one by one without Docker, which the machines that test Rutbreak do not have;
# `node scripts/release/image.mjs` builds and tries the image where there is one.
#
#   docker build -t rutbreak .
#   docker run --rm -p 127.0.0.1:7878:7878 -v rutbreak:/data rutbreak
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build
# What a user gets from npm, and nothing of the workshop.
RUN mkdir /packed /srv/rutbreak \
  && npm pack --pack-destination /packed -w packages/core -w packages/proxy -w packages/adapters \
    -w packages/gateway -w packages/loopbench -w packages/cli
WORKDIR /srv/rutbreak
RUN npm install --omit=dev --no-audit --no-fund /packed/*.tgz

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /srv/rutbreak
COPY --from=build --chown=root:root /srv/rutbreak ./
RUN mkdir /data && chown node:node /data
# Nothing that it runs needs more.
USER node
VOLUME /data
EXPOSE 7878
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7878/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "node_modules/rutbreak/dist/cli.js", "serve", "--data", "/data"]
# Inside a container 0.0.0.0 is needed; publish the port to 127.0.0.1 or put TLS in front of it.
CMD ["--host", "0.0.0.0", "--port", "7878", "--insecure"]
