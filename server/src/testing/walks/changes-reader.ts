import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ListMetadata, ListSpec } from '@portal/contract/list.ts'
import { expect } from 'vitest'
import type { TestApp } from '../test-app.ts'

export type Item = { id: number; deleted?: true; updated_at: string; version: number }
export type ChangesPage = { metadata: ListMetadata & { next_cursor: string; has_more: boolean }; items: Item[] }

/** Reads a list's changes as a program would. */
export function changesReader({ ask }: Pick<TestApp, 'ask'>, who: string, endpoint: Endpoint & { list: ListSpec }) {
  const page = async (query: Record<string, string>): Promise<ChangesPage> => {
    const { status, body } = await ask(who, endpoint, { query })
    expect([status, body.error]).toEqual([200, undefined])
    return { metadata: body.metadata, items: body[endpoint.list.rows] }
  }
  /** Page after page, until there is no more for now. */
  const readOn = async (first: Record<string, string>, size = '100'): Promise<{ items: Item[]; cursor: string }> => {
    const items: Item[] = []
    let query: Record<string, string> = { ...first, size }
    for (;;) {
      const { metadata, items: some } = await page(query)
      items.push(...some)
      if (!metadata.has_more) return { items, cursor: metadata.next_cursor }
      query = { cursor: metadata.next_cursor, size }
    }
  }
  return { page, readOn }
}
