import { expect, test } from 'vitest'
import { attribute } from './xml-scan.ts'

test("I1 an attribute is found in any form that XML allows, and never inside another's value", () => {
  for (const [written, name, value] of [
    [' r="B12" t="s"', 't', 's'],
    [" r='B12' t='s'", 'r', 'B12'],
    ['\nr="B12"\n\tt="s"', 'r', 'B12'],
    ['\r\n  r="B12"\r\n  t="s"', 't', 's'],
    [' r = "B12" t\n=\n\'s\' ', 'r', 'B12'],
    [' r = "B12" t\n=\n\'s\' ', 't', 's'],
    [` r="it's" t="a &amp; b"`, 't', 'a & b'],
    [` name=' r="A1" ' r="B12"`, 'r', 'B12'],
    [' x:r="A1" spans="1:3"', 'r', undefined],
    [' r', 'r', undefined],
    [' r=', 'r', undefined],
    [' r="A1', 'r', undefined],
    [' lone r="B12"', 'r', 'B12'],
    ['', 'r', undefined],
  ] as const)
    expect([written, name, attribute(written, name)]).toEqual([written, name, value])
})
