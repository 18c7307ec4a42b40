// json-server as the README describes it for programs, with the records of its example.
const jsonServer = require('json-server');

const server = jsonServer.create();
const records = {
  posts: [{ id: 1, title: 'json-server', author: 'typicode' }],
  comments: [{ id: 1, body: 'some comment', postId: 1 }],
};
server.use(jsonServer.defaults({ logger: false }));
server.get('/openapi.yaml', (_request, response) => response.sendFile(`${__dirname}/openapi.yaml`));
server.use(jsonServer.router(records));
server.listen(Number(process.env.PORT), '127.0.0.1');
