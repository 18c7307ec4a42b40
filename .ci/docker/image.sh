# Checks the image and its containers. Sourced by .ci/containers.

check_image() {
  echo "size    $(megabytes plant-store) MB, including $(kit_megabytes) MB for the kit and its packages; the base has $(megabytes "$base") MB${stand_in:+ ($stand_in)}"
  check 'the kit and its packages are less than 100 MB' test "$(kit_megabytes)" -lt 100
  check 'it has no package manager' in_image sh -c '! command -v npm && ! command -v yarn && ! command -v corepack'
  check 'its user is not root and cannot change the program' \
    in_image sh -c '[ $(id -u) = 1000 ] && [ -z "$(find /app ! -user root -o ! -type l -perm /022)" ]'
  check 'it has less than 200 MB to download' downloads_little
  check_mock
  check 'docker run verify exits with 1 against a faulty implementation' rejects_faulty_service
  check_signals
  check 'the mock server of another document starts in the foreground, and SIGTERM ends it with 0' foreground
  check 'the gate passes without a network, read-only except for /tmp' \
    docker run --rm --read-only --tmpfs /tmp --network none plant-store gate --out /tmp/report
}

megabytes() { echo $(($(docker image inspect --format '{{.Size}}' "$1") / 1000000)); }
kit_megabytes() { in_image du -s --apparent-size --block-size=MB /app | tr -dc 0-9; }
# Registries hold compressed layers.
downloads_little() {
  local megabytes=$(($(docker save plant-store | gzip -1 | wc -c) / 1000000))
  echo "$megabytes MB"
  [ $megabytes -gt 0 ] && [ $megabytes -lt 200 ]
}
in_image() { docker run --rm --entrypoint "$1" plant-store "${@:2}"; }

check_mock() {
  check 'a container starts with a read-only root file system' \
    in_docs 'docker run --detach --name plant-store --read-only --cap-drop ALL -e PLANT_STORE_TOKEN -p 127.0.0.1:4010:4010 plant-store'
  check 'it becomes healthy' until_true 60 is_healthy plant-store
  check 'it responds to the request that its log shows' responds_to_shown_request
  check 'it serves the console' has_console
  check 'the request journal has the request' control journal
  check 'the token of its environment is in neither log, journal nor command line' hides_token
}

is_healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }

responds_to_shown_request() {
  local line
  line=$(in_docs 'docker logs plant-store' | sed -n 's/^try  *//p')
  eval "${line/127.0.0.1:4010/127.0.0.1:$port} --silent --show-error --fail"
}

has_console() { curl -sSf "http://127.0.0.1:$port/__store/" | grep -i '<!doctype html>'; }
control() { curl -sSf -H "Authorization: Bearer $(control_token)" "http://127.0.0.1:$port/__store/$1" | grep '"status":200'; }
control_token() { docker logs plant-store | sed -n 's/^control .* Bearer //p'; }

hides_token() {
  { docker logs plant-store 2>&1; control journal; docker top plant-store -o args; command_lines; } >"$work/seen"
  [ -s "$work/seen" ] && ! grep -F "$PLANT_STORE_TOKEN" "$work/seen"
}
command_lines() {
  docker inspect --format '{{.Path}} {{.Args}} {{.Config.Cmd}} {{.Config.Entrypoint}} {{.Config.Healthcheck.Test}}' plant-store
}

# Docker also exits with 1 for its own failures, so the output of verify is checked too.
rejects_faulty_service() {
  node -e 'require("http").createServer((_, response) => response.setHeader("content-type", "application/json").end("{}")).listen(process.argv[1])' "$wrong_port" &
  local server=$! code
  in_docs 'docker run --rm --read-only --tmpfs /tmp --cap-drop ALL --network host -e PLANT_STORE_TOKEN plant-store verify http://127.0.0.1:8080' >"$work/verdict"
  code=$?
  kill $server
  cat "$work/verdict"
  [ $code -eq 1 ] && grep '^does not conform' "$work/verdict"
}

check_signals() {
  check 'SIGTERM ends a running verify' verify_stops
  check 'docker stop ends the mock server as process 1 with 0' stops_with_0
  check 'docker stop ends the mock server under --init with 0' with_init
}

# If it had to be killed, the exit code would be 137.
verify_stops() {
  docker run --detach --name plant-store-verify --network container:plant-store -e PLANT_STORE_TOKEN plant-store \
    verify http://127.0.0.1:4010 --rate 2 && sleep 3 && docker stop plant-store-verify && exit_code_is 143 plant-store-verify
}
stops_with_0() { in_docs 'docker stop plant-store' && exit_code_is 0 plant-store && in_docs 'docker rm plant-store'; }
with_init() { docker run --detach --init --name plant-store plant-store && until_true 60 is_healthy plant-store && stops_with_0; }

exit_code_is() {
  local code
  code=$(docker inspect --format '{{.State.ExitCode}}' "$2")
  echo "exit code $code"
  docker logs "$2"
  [ "$code" = "$1" ]
}

foreground() {
  documented 'docker run --rm --init -v "$PWD/openapi.yaml:/data/openapi.yaml:ro" -p 127.0.0.1:4010:4010 plant-store mock --host 0.0.0.0 --spec openapi.yaml' &
  local mock=$! responds
  until_true 30 curl -sf "http://127.0.0.1:$port/__store/health"
  responds=$?
  kill $mock
  wait $mock && [ $responds -eq 0 ]
}
