# Provides a running docker: the existing one, or a temporary daemon, which is removed with all its data. Sourced by .ci/containers.

daemon=
had_bridge=
# The base image.
base=$(sed -n 's/^ARG NODE_IMAGE=//p' mock/Dockerfile)

need_docker() {
  if docker info >/dev/null 2>&1; then
    docker container inspect plant-store >/dev/null 2>&1 && skip 'a container named plant-store already exists'
    docker image inspect "$base" >/dev/null 2>&1 || docker pull -q "$base" >/dev/null 2>&1 ||
      skip "this docker cannot get the image $base"
    echo 'docker: the running daemon'
  else
    install_docker
    start_daemon
    timeout 60 docker pull -q "$base" >/dev/null 2>&1 || make_stand_in ||
      fail "cannot build a substitute for $base"
  fi
  write_docker
}

install_docker() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || skip 'no docker runs here, and only root on Debian can start one'
  [ -x node_modules/.bin/node ] || skip 'node_modules/.bin/node is missing (run npm ci first)'
  command -v dockerd >/dev/null || get docker.io || skip 'the Debian package docker.io cannot be installed'
  command -v docker >/dev/null || get docker-cli || skip 'the Debian package docker-cli cannot be installed'
  docker compose version >/dev/null 2>&1 || command -v docker-compose >/dev/null || get docker-compose ||
    skip 'the Debian package docker-compose cannot be installed'
}

# Packages must not start services.
get() {
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "$1" >/dev/null 2>&1 ||
    { apt-get update -q && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "$1"; } >/dev/null 2>&1
}

# It does not change the firewall of the machine, so its containers reach only each other and the machine.
start_daemon() {
  [ -e /sys/class/net/docker0 ] && had_bridge=1
  export DOCKER_HOST=unix://$work/docker.sock
  dockerd --iptables=false --ip6tables=false --bip 10.213.0.1/24 --default-address-pool base=10.213.1.0/24,size=28 \
    --data-root "$work/data" --exec-root "$work/exec" --pidfile "$work/docker.pid" --host "$DOCKER_HOST" \
    >"$work/daemon.log" 2>&1 &
  daemon=$!
  until_true 30 daemon_responds && kill -0 $daemon 2>/dev/null && return
  skip "dockerd does not start: $(grep -v level=info "$work/daemon.log" | tail -n 1)"
}
daemon_responds() { docker info >/dev/null 2>&1 || ! kill -0 $daemon 2>/dev/null; }

# A docker command as in the documentation, also if compose is a separate program or the daemon gives builds no network.
write_docker() {
  local client build= compose=
  client=$(client)
  DOCKER_BUILDKIT=1 "$client" build --help >/dev/null 2>&1 && export DOCKER_BUILDKIT=1
  docker compose version >/dev/null 2>&1 || compose='compose) shift; exec docker-compose "$@" ;;'
  [ -z "$daemon" ] || build="build) shift; exec '$client' build --network=host --build-arg NODE_IMAGE='$base' \"\$@\" ;;"
  printf '%s\n' '#!/bin/sh' 'case $1 in' "$build" "$compose" 'esac' "exec '$client' \"\$@\"" >"$work/bin/docker"
  chmod +x "$work/bin/docker"
  hash -r
}
# For the Debian daemon, the Debian client: it may build faster than another installed client.
client() { if [ -n "$daemon" ] && [ -x /usr/bin/docker ]; then echo /usr/bin/docker; else command -v docker; fi; }

stop_docker() {
  [ -x "$work/bin/docker" ] && remove_containers >/dev/null 2>&1
  [ -n "$daemon" ] || return 0
  kill "$daemon" 2>/dev/null
  wait "$daemon" 2>/dev/null
  umount "$work/exec/netns/default" 2>/dev/null
  [ -n "$had_bridge" ] || ip link delete docker0 2>/dev/null
}
remove_containers() {
  docker rm -f plant-store plant-store-verify
  docker compose --profile broker down --volumes --timeout 2
}
