// LoopBack's own example application, started as its package does. As in its tests, the records are only in memory, and
// no server elsewhere is asked where an address is.
const { TodoListApplication } = require('@loopback/example-todo');

async function main() {
  const app = new TodoListApplication({
    rest: { port: Number(process.env.PORT), host: '127.0.0.1', openApiSpec: { setServersFromRequest: true } },
  });
  app.bind('datasources.config.db').to({ name: 'db', connector: 'memory' });
  await app.boot();
  app.bind('services.Geocoder').to({ geocode: async () => [{ x: 12, y: 34 }] });
  await app.start();
}

main();
