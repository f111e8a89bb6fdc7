# The portal's image: Node 24, the server and the built web app, without development packages. `deploy/compose` runs it.
FROM node:24-bookworm-slim AS sources
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/

FROM sources AS web
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN node tools/build.mjs && node tools/supply.ts --sbom sbom.cdx.json

FROM sources AS packages
# npm also installs the compiler, as the optional peer of a package. The server runs without it.
RUN npm ci --omit=dev --workspace=contract --workspace=server --no-audit --no-fund --loglevel=error \
  && rm -r node_modules/typescript node_modules/@typescript

FROM node:24-bookworm-slim
WORKDIR /portal
COPY --from=packages /portal ./
COPY contract contract
COPY server server
COPY samples samples
COPY LICENSE THIRD_PARTY_NOTICES.md ./
COPY --from=web /portal/sbom.cdx.json ./
COPY --from=web /portal/web/dist web/dist
# Named volumes take their owner from these folders.
RUN mkdir -p /var/lib/portal /var/lib/portal-backups && chown node:node /var/lib/portal /var/lib/portal-backups
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/portal
USER node
VOLUME /var/lib/portal
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts", "--no-web"]
