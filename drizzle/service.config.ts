import { defineConfig } from 'drizzle-kit';

// After changing a table: `npm run migration:service -- what-changed` writes the next migration; it is applied at start.
export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/service/store/*.ts', './src/jobs/schema.ts'],
  out: './drizzle/service',
});
