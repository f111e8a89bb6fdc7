import { test } from 'vitest'
import { testImports } from '../testing/importing.ts'
import { importRandomFiles } from '../testing/random-files.ts'

const service = await testImports()
test('TXN-9 I7 for each of a hundred random files, every row is accounted for', () => importRandomFiles(service, 100))
