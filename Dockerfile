# deploy/pin-images.sh adds digests. deploy/cluster/compose.yaml names both anew: backing up takes a pg_dump that is no
# older than the server.
ARG NODE_IMAGE=node:26-trixie-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image brings its own Node; the npm package that carries one for older machines is left out, and so are the weights
# of fonts that documents don't use.
RUN npm run build && npm run sbom && npm prune --omit=dev --include=prod && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && find node_modules/@expo-google-fonts -name '*.ttf' ! -path '*/400Regular/*' ! -path '*/inter/600SemiBold/*' -delete

FROM ${NODE_IMAGE}
# pg_dump, pg_restore and psql for backups on PostgreSQL.
ARG POSTGRES=17
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-${POSTGRES} && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/migrations migrations
COPY --from=build /app/packages/stripe-stand-in packages/stripe-stand-in
COPY --from=build /app/server server
COPY --from=build /app/shared shared
COPY --from=build /app/scripts scripts
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=30m \
  CMD ["node", "-e", "const { HOST, PORT } = process.env; fetch(`http://${!HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
