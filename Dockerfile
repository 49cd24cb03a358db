# syntax=docker/dockerfile:1
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image brings its own Node; the npm package that carries one for older machines is left out.
RUN npm run build && npm run sbom && npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:26-trixie-slim
# pg_dump, pg_restore and psql for backups on PostgreSQL: as new as the server, or newer.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/migrations migrations
COPY --from=build /app/server server
COPY --from=build /app/shared shared
COPY --from=build /app/scripts scripts
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
