// Etherpad as it is, with its file database in a folder of its own and two pads. Its package expects a checkout.
const { mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const packageFolder = dirname(require.resolve('ep_etherpad-lite/package.json'));
const folder = dirname(process.env.DATABASE);
const settings = { ip: '127.0.0.1', port: Number(process.env.PORT), loglevel: 'ERROR' };
mkdirSync(join(folder, 'var'));
writeFileSync(join(folder, 'APIKEY.txt'), 'key-of-the-eval');
writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
// Static files are looked up in the checkout.
symlinkSync(packageFolder, join(folder, 'src'));

// Its root is a folder with `src` in it, and not the one that npm installs.
require('ep_etherpad-lite/node/utils/AbsolutePaths').findEtherpadRoot = () => folder;
// It asks its publisher for a newer version at every start.
require('ep_etherpad-lite/node/utils/UpdateCheck').check = () => {};
// It lists its plugins with `npm ls`: there are none but itself.
const { version } = require('ep_etherpad-lite/package.json');
require('ep_etherpad-lite/static/js/pluginfw/plugins').getPackages = async () => ({
  'ep_etherpad-lite': { name: 'ep_etherpad-lite', version, path: packageFolder, realPath: packageFolder },
});

async function main() {
  await require('ep_etherpad-lite/node/server').start();
  // As users have made them, for the operations that the configuration gives their names.
  const api = require('ep_etherpad-lite/node/db/API');
  for (const pad of ['welcome', 'notes']) await api.createPad(pad, 'Hello');
}

main();
