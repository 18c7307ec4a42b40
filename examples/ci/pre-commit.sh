#!/bin/sh
# .git/hooks/pre-commit: checks what is committed, not what is in the working tree. Breaking changes and contradictions in the
# document fail. Skip it once with git commit --no-verify.
set -eu
document=openapi.yaml
if git diff --cached --quiet -- "$document"; then exit 0; fi

staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
# All files, since the document may refer to others.
git checkout-index --all --prefix="$staged/"
if git cat-file -e "HEAD:$document" 2>/dev/null; then
  npx --no plant-store diff "git:HEAD:$document" "$staged/$document"
fi
npx --no plant-store gate --spec "$staged/$document" --profile smoke --out "$staged/report"
