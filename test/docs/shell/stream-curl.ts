/**
 * Shell text that calls curl with the arguments at hand for what has no end: it is left once there is a status, which
 * `$status` holds then. curl writes each header field as it comes; after a minute there will be none.
 */
export function streamCurl(curl: string): string {
  return [
    'head=$(mktemp)',
    `{ ${curl} -sS --max-time 60 -D "$head" "$@" & }`,
    'looks=0',
    'until [ -s "$head" ] || [ $looks = 3000 ]; do sleep 0.02; looks=$((looks + 1)); done',
    'kill $!',
    `status=$(sed -n '1s/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' "$head")`,
  ].join('; ');
}
