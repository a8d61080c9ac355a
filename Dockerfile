FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY src/commands src/commands
RUN npm ci
COPY LICENSE CHANGELOG.md .env.example ./
COPY .ci .ci
COPY drizzle drizzle
COPY src src
RUN node .ci/image.js /app
# Node, and the tools that readers of files are confined with.
RUN mkdir -p /system /data && cp -L --parents /usr/local/bin/node /usr/bin/prlimit /usr/bin/setpriv /usr/bin/unshare \
  $(ldd /usr/bin/setpriv /usr/bin/unshare /usr/bin/prlimit | grep -oE '/lib/[^ ]+(cap-ng|smartcols)[^ ]+' | sort -u) /system

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /system /
COPY --from=build /app /app
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER 65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "dist/cli.js", "start"]
