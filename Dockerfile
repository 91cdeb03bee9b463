# Not built here: the machines that test Rutbreak have no Docker. Please tell us where it fails.
#
#   docker build -t rutbreak .
#   docker run --rm -p 127.0.0.1:7878:7878 -v rutbreak:/data rutbreak
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/packages ./packages
RUN mkdir /data && chown node:node /data
# Nothing that it runs needs more.
USER node
VOLUME /data
EXPOSE 7878
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7878/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "packages/cli/dist/cli.js", "serve", "--data", "/data"]
# Inside a container 0.0.0.0 is needed; publish the port to 127.0.0.1 or put TLS in front of it.
CMD ["--host", "0.0.0.0", "--port", "7878", "--insecure"]
