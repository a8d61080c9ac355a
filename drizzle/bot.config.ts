import { defineConfig } from 'drizzle-kit';

// After changing a table: `npm run migration:bot -- what-changed` writes the next migration; it is applied at start.
export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/bot/store/*.ts', './src/jobs/schema.ts'],
  out: './drizzle/bot',
});
