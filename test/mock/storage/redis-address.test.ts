import { expect, it } from 'vitest';
import { parseRedisUrl } from '../../../mock/storage/redis/redis-connection.ts';

it.each([
  ['redis://localhost', { host: 'localhost', port: 6379, tls: false, database: 0, name: 'localhost:6379' }],
  ['rediss://cache.example:6380/', { host: 'cache.example', port: 6380, tls: true, database: 0 }],
  ['redis://127.0.0.1/15', { host: '127.0.0.1', database: 15, username: undefined, password: undefined }],
  ['redis://[::1]:7000/0', { host: '::1', port: 7000, name: '[::1]:7000' }],
  ['redis://:p%40ss%3A%2F@h', { username: undefined, password: 'p@ss:/' }],
  ['redis://kit:s3cret@h', { username: 'kit', password: 's3cret', name: 'h:6379' }],
  ['redis://h?prefix=team%20one:', { prefix: 'team one:' }],
])('reads %s', (url, expected) => {
  expect(parseRedisUrl(url)).toMatchObject(expected);
});

it.each([
  ['localhost:6379', 'got localhost:'],
  ['', 'got an invalid URL'],
  ['redis://', 'got no host'],
  ['redis://h/x', 'got a database that is not an integer'],
  ['redis://h/1/2', 'got a database that is not an integer'],
  ['redis://h:99999', 'got an invalid URL'],
  ['redis://:%zz@h', 'got an invalid percent-encoding'],
])('rejects %j with the reason', (url, reason) => {
  expect(() => parseRedisUrl(url)).toThrow(reason);
});
