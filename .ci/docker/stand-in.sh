# Builds a substitute base image from this machine: the files of some Debian packages, npm, and the Node of the lockfile.
# It has its own name, since only the real image has its digest. Only for the temporary daemon, on a machine that cannot
# pull the real image. Sourced by .ci/containers.

make_stand_in() {
  local root=$work/root
  mkdir -p "$root/usr/local/bin" "$root/usr/local/lib/node_modules" "$root/usr/local/etc" "$root/tmp" "$root/root"
  copy_debian "$root" && copy_node "$root" && copy_registry "$root" || return 1
  chmod 1777 "$root/tmp"
  tar -C "$root" -c . | docker import --change 'CMD ["node"]' \
    --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
    - plant-store-base:stand-in >/dev/null
  local result=$?
  base=plant-store-base:stand-in
  stand_in="a substitute from files of this machine, because the real image cannot be pulled"
  rm -rf "$root"
  return $result
}

# Like the real image: a user 1000 named node.
copy_debian() {
  for name in bin sbin lib lib64; do mkdir -p "$1/usr/$name" && ln -s "usr/$name" "$1/$name"; done
  dpkg -L base-files bash coreutils dash debianutils findutils grep gzip libacl1 libattr1 libc6 libgcc-s1 libpcre2-8-0 \
    libselinux1 libstdc++6 libtinfo6 libgmp10 libssl3 login netbase sed tar |
    sed -n 's|^/||p' | grep -vE '^(\.|usr/share/(doc|man|locale)/.*)$' |
    tar -C / -c --no-recursion --files-from=- | tar -C "$1" -x --keep-directory-symlink || return 1
  mkdir -p "$1/etc/ssl" "$1/home/node"
  cp -rL /etc/ssl/certs "$1/etc/ssl/certs"
  chown 1000:1000 "$1/home/node"
  printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'node:x:1000:1000::/home/node:/bin/sh' >"$1/etc/passwd"
  printf '%s\n' 'root:x:0:' 'node:x:1000:' >"$1/etc/group"
}

copy_node() {
  cp "$(readlink -f node_modules/.bin/node)" "$1/usr/local/bin/node" || return 1
  cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$1/usr/local/lib/node_modules/npm" || return 1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
}

# The registry of this machine, without credentials.
copy_registry() {
  echo "registry=$(npm config get registry)" >"$1/usr/local/etc/npmrc"
}
