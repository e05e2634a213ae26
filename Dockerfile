FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
COPY scripts/installed.js ./scripts/
RUN npm ci --omit=dev
COPY . .
RUN npm run build
# What only a build and its compilers read.
RUN cd node_modules \
  && rm -rf @next/swc-* @swc/core-* typescript @typescript @types @tailwindcss tailwindcss lucide-react @fontsource-variable openapi-typescript @ts-morph @redocly \
  && rm -rf next/dist/docs next/dist/esm next/dist/compiled/next-server/*.dev.js \
  && find . -type f -name '*.d.*ts' -delete && find ../.next -name '*.map' -delete

# Of Node only the program: nothing is installed in the image that runs.
FROM debian:bookworm-slim
WORKDIR /app
ARG COMMIT=
ENV COMMIT=$COMMIT NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /app ./
# What is kept there: documents without a STORAGE_BUCKET, and all of an installation without a DATABASE_URL.
RUN useradd --uid 1000 node && mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, so that the process gets the signals: on SIGTERM it answers what is under way, and ends.
CMD ["node", "--max-semi-space-size=64", "--import", "./scripts/require-node.js", "scripts/start.ts"]
