/** What a kept folder of data was made by. */
export type Made = { seeder: number; scale: number; migrations: readonly string[] }

/**
 * What to do about a kept folder: data of another seeder or size, or with migrations that this version does not have, is built
 * again; data that lacks the newest migrations gets them.
 */
export function whatToDo(kept: Made | null, wanted: Made): 'use' | 'migrate' | 'build' {
  if (!kept || kept.seeder !== wanted.seeder || kept.scale !== wanted.scale) return 'build'
  if (kept.migrations.some((name, place) => name !== wanted.migrations[place])) return 'build'
  return kept.migrations.length === wanted.migrations.length ? 'use' : 'migrate'
}
