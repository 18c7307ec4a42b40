/** Text that does something wherever it is not escaped: in a shell, a terminal, a browser, a CI log, Markdown, XML. */

/** What each part would do, and where. */
const parts = {
  terminal:
    '\u001b]0;owned\u0007\u001b[2J\u001b]8;;http://canary.invalid/\u0007\u009b31m\u009d0;owned\u009c\u0008\u007f',
  clobber: `<b id="notice">owned</b><i id="journal-empty">owned</i><input id="rules" name="owned"> [b](data:text/html,owned)`,
  hidden: '\u202eowned\u2066\u200b\u061c\u00ad\u2060\u2064\u206a\u180e\ufeff\ufff9\u{e0041}\u2028\u2029\u0085',
  github: '\r::error::owned\n::add-mask::owned\n  ::set-output name=owned::1\n##[add-matcher]owned',
  ci: '##vso[task.setvariable variable=owned]1 ##teamcity[owned] section_start:1:owned\r\u001b[0K [[ATTACHMENT|/etc/passwd]]',
  html: `"><img src=http://canary.invalid/x onerror=globalThis.hurt=1><script>globalThis.hurt=1</script>'</style></title></textarea><!--`,
  markdown:
    '|\n\n# owned\n![x](http://canary.invalid/y)[z](javascript:globalThis.hurt=1)`</details>`\n```\n@octocat octo/repo#12 #12 GH-12 http://canary.invalid www.canary.invalid a@canary.invalid',
  xml: ']]>\u0000\u0001\u000b\ufffe\uffff\ufdd0&#0;&lol;<!ENTITY x SYSTEM "file:///etc/passwd">',
  halves: '\ud800 \udc00',
  sarif: '[owned](http://canary.invalid) {0} {',
  shell: `'"; $(touch owned) \`touch owned\` \\`,
  cell: `\t=cmd|' /C calc'!A0`,
} as const;

/** All of it and the place that it stands in. What is cut shows each part first somewhere: where it begins hangs on the place. */
export function payload(place: string): string {
  const all = Object.values(parts);
  const first = [...place].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % all.length;
  return `::warning::${place} ${[...all.slice(first), ...all.slice(0, first)].join(' ')}`;
}

/** Without half characters, which no URL can have, and NUL, which no argument of a process can have. */
export function namePayload(place: string): string {
  return payload(place).replaceAll(/[\0\ud800-\udfff]/gu, '');
}

/** Without what begins a new segment, a variable or a query of a path. */
export function pathPayload(place: string): string {
  return namePayload(place).replaceAll(/[/{}?#]/g, '.');
}

/** As HTTP lets it stand in a header: bytes of Latin-1 without controls. */
export function headerPayload(place: string): string {
  return payload(place).replaceAll(/[^\u0020-\u007e\u0080-\u00ff]/g, ' ');
}

/** As Pact's verifier takes a header; of other bytes it gives up. */
export function plainHeaderPayload(place: string): string {
  return headerPayload(place).replaceAll(/[^\u0020-\u007e]/g, ' ');
}
