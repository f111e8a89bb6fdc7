import { expect, test, vi } from 'vitest'
import { readArguments } from './arguments.ts'

const command = {
  usage: 'npm run thing -- FILE [--check] [--name NAME]',
  does: 'Does a thing.',
  options: { check: { type: 'boolean' }, name: { type: 'string' } },
  least: 1,
  most: 1,
} as const
const refusal = (args: string[]): string => {
  try {
    return JSON.stringify(readArguments(command, args))
  } catch (error) {
    return (error as Error).message
  }
}

test('OPS-4 options and arguments are read, and what does not belong there is refused with the usage', () => {
  const { values, positionals } = readArguments(command, ['a.backup', '--check', '--name', 'one'])
  expect([values.check, values.name, positionals]).toEqual([true, 'one', ['a.backup']])
  const usage = `\nUsage: ${command.usage}`
  expect(refusal(['a', '--chek'])).toBe(`Unknown option '--chek'.${usage}`)
  expect(refusal(['a', '--name'])).toBe(`Option '--name <value>' argument missing.${usage}`)
  expect(refusal(['a', '--name', '--check'])).toBe(`Option '--name' argument is ambiguous.${usage}`)
  expect(refusal(['a', '--check=yes'])).toBe(`Option '--check' does not take an argument.${usage}`)
  expect(refusal(['a', 'b'])).toBe(`There is no place for the argument b.${usage}`)
  expect(refusal([])).toBe(`An argument is missing.${usage}`)
  expect(refusal([''])).toBe(`An argument is missing.${usage}`)
})

test('OPS-4 --help prints the usage and ends the process with 0', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  try {
    expect(refusal(['a', 'b', '--help', '--chek'])).toBe('exit 0')
    expect(said.mock.calls).toEqual([[`Does a thing.\nUsage: ${command.usage}`]])
  } finally {
    said.mockRestore()
    exit.mockRestore()
  }
})
