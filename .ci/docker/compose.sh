# Checks docker-compose.yml. Sourced by .ci/containers.

check_compose() {
  docker compose version >/dev/null 2>&1 || { echo 'skipped: docker compose is missing'; return; }
  echo "compose $(docker compose version --short 2>/dev/null)"
  [ -z "$daemon" ] || give_builds_a_network
  check_up
  check 'docker compose run --rm verify exits with 0 against the mock server' in_docs 'docker compose run --rm verify'
  check 'it exits with 1 against a faulty implementation' rejects_faulty_implementation
  check 'a report is written to a mounted folder, as a file of the given user' writes_report
  check 'docker compose down leaves nothing running' comes_down
  check 'the profile broker is valid' valid_broker
  echo "skipped: the broker itself is not started, because its images come from a public registry"
}

give_builds_a_network() {
  printf '%s\n' 'services:' '  mock:' '    build:' '      context: .' '      network: host' \
    '      args:' "        NODE_IMAGE: $base" >"$work/network.yml"
  COMPOSE_FILE=$COMPOSE_FILE:$work/network.yml
}

check_up() {
  documented 'docker compose up mock' >"$work/up" 2>&1 &
  local up=$!
  check 'docker compose up mock starts a mock server that becomes healthy' until_true 90 mock_is_healthy
  check 'it responds on the port of PLANT_STORE_PORT' curl -sSf "http://127.0.0.1:$port/__store/health"
  check 'it is read-only, without capabilities' is_locked
  local mock
  mock=$(mock_id)
  kill $up
  wait $up
  check 'stopping compose stops the mock server with 0' exit_code_is 0 "$mock"
}
mock_id() { docker compose ps -q mock; }
mock_is_healthy() { is_healthy "$(mock_id)" 2>/dev/null; }
is_locked() {
  docker inspect --format '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}' "$(mock_id)" |
    grep -Fx 'true [ALL] [no-new-privileges:true]'
}

# Compose also exits with 1 for its own failures, so the output of verify is checked too.
rejects_faulty_implementation() {
  node -e 'require("http").createServer((_, response) => response.setHeader("content-type", "application/json").end("{}")).listen(process.argv[1])' "$wrong_port" &
  local server=$! code
  in_docs 'docker compose run --rm --no-deps verify verify http://host.docker.internal:8080' >"$work/verdict"
  code=$?
  kill $server
  cat "$work/verdict"
  [ $code -eq 1 ] && grep '^does not conform' "$work/verdict"
}

# As a user that neither the image nor the machine has.
writes_report() (
  id() { echo 12345; }
  in_docs 'mkdir -p report' && chown 12345:12345 "$at/report" || exit 1
  in_docs 'docker compose run --rm --user "$(id -u):$(id -g)" --volume "$PWD/report:/data" verify verify http://mock:4010 --report html=report.html' || exit 1
  [ "$(stat -c %u "$at/report/report.html")" = 12345 ]
)

comes_down() { in_docs 'docker compose down' && [ -z "$(docker compose ps -q)" ]; }

valid_broker() {
  grep -Fx 'docker compose --profile broker up broker' "$repository/docs/how-to/run-in-containers.md" &&
    docker compose --profile broker config | grep -F 'pactfoundation/pact-broker'
}
