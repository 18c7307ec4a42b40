/** The mock server in development, and the service in production. */
export default {
  async rewrites() {
    const shop = process.env['SHOP_URL'] ?? 'http://127.0.0.1:4010';
    return [{ source: '/api/:path*', destination: `${shop}/:path*` }];
  },
};
