import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type ImportRecord, imports } from '@portal/contract/imports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { type ImportTexts, useImportRecord, watchImport } from './watch-import.ts'

export type Importing = {
  /** Where the file goes; it answers `{import_id}`. */
  endpoint: Endpoint & { upload: { field: string; maxBytes: number } }
  /** Shown before anything is written, and decided on; or brought in at once. */
  withPreview: boolean
  /** What goes along with the file, or null where something is missing for it. */
  query?: () => Record<string, string> | null
  texts: ImportTexts
  /** The feature whose lists change by it. */
  feature: string
}

const faultText = (error: unknown): string => {
  if (error instanceof AppError) return error.fields?.file ?? Object.values(error.fields ?? {})[0] ?? error.message
  return error instanceof Error ? error.message : 'Operation Failed!'
}

/** What can be known of a file before it is sent. */
const faultBefore = (file: File | null, maxBytes: number): string | undefined => {
  if (!file) return 'File is required'
  return file.size > maxBytes ? 'This file is too large.' : undefined
}

/** The way of a file from the chooser to its report. */
export function useImporting({ endpoint, withPreview, query = () => ({}), texts, feature }: Importing) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [id, setId] = useState<number | null>(null)
  const [isDecided, setDecided] = useState(!withPreview)
  const record = useImportRecord(id).data
  const watch = (importId: number) => void watchImport(queries, importId, texts, t, feature)
  const attempt = async (work: () => Promise<void>) => {
    setFault(undefined)
    setSending(true)
    await work().catch((error: unknown) => setFault(t(faultText(error))))
    setSending(false)
  }
  const startOver = () => {
    setFile(null)
    setFault(undefined)
    setId(null)
    setDecided(!withPreview)
  }
  return {
    ...{ file, fault, isSending, record, isDecided, startOver, isChosen: id !== null },
    choose: (chosen: File) => {
      setFault(undefined)
      setFile(chosen)
    },
    send: () => {
      const along = query()
      const before = faultBefore(file, endpoint.upload.maxBytes)
      if (before) return setFault(t(before))
      if (along === null) return
      return attempt(async () => {
        const input = { file, query: { ...along, ...(withPreview ? { mode: 'preview' } : {}) } }
        const { import_id } = (await call(endpoint, input as never, { keepPlace: true })) as { import_id: number }
        setId(import_id)
        if (!withPreview) watch(import_id)
      })
    },
    decide: (ready: ImportRecord) =>
      attempt(async () => {
        // What changed since the look must not slip in half: without a fault, all of it or nothing.
        const mode = ready.counts.failed === 0 ? 'all' : 'good'
        await call(imports.apply, { params: { id: ready.id }, body: { mode } }, { keepPlace: true })
        setDecided(true)
        await queries.invalidateQueries({ queryKey: ['imports', 'get'] })
        watch(ready.id)
      }),
    /** A preview that nobody decides on is nobody's any more; if it cannot be dropped it does no harm. */
    drop: () => {
      if (record?.status === 'ready') call(imports.remove, { params: { id: record.id } }).catch(() => {})
      startOver()
    },
  }
}
