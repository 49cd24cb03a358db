#!/bin/sh
# Before a release: pins every image that isn't built here to its tag's current digest. Requires Docker with buildx and
# a registry; `git diff` shows what changed.
set -eu
cd "$(dirname "$0")/.."
for file in Dockerfile deploy/cluster/Dockerfile deploy/cluster/compose.yaml; do
  for image in $(grep -oE '\b(node|debian):[a-z0-9.-]+' "$file" | sort -u); do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
    sed -i -E "s#\b$image(@sha256:[0-9a-f]{64})?#$image@$digest#" "$file"
    echo "$file: $image@$digest"
  done
done
