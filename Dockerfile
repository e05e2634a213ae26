# The image of a release, from the archives that `npm run release` leaves in dist (docs/operations/docker.md).
FROM debian:bookworm-slim AS unpacked
COPY dist/covergate-*-linux-*.tar.gz /
RUN mkdir /opt/covergate \
  && tar --extract --gzip --file /covergate-*-linux-"$(dpkg --print-architecture | sed s/amd64/x64/)".tar.gz --strip-components=1 --directory /opt/covergate

FROM debian:bookworm-slim
COPY --from=unpacked /opt/covergate /opt/covergate
# Only documents are kept in /data, and all of an installation without a DATABASE_URL.
RUN useradd --uid 1000 covergate && mkdir /data && chown covergate:covergate /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/opt/covergate/bin:/usr/local/bin:/usr/bin:/bin
VOLUME /data
USER covergate
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["covergate", "start"]
