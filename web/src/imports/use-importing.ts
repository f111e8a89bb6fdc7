import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type ImportRecord, imports } from '@portal/contract/imports/imports.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { applyModeOf } from './import-label.ts'
import { type ImportTexts, useImportRecord, watchImport } from './watch-import.ts'

export type Importing = {
  /** The upload endpoint. It returns `{import_id}`. */
  endpoint: Endpoint & { upload: { field: string; maxBytes: number } }
  /** Whether the file is previewed and confirmed, or imported immediately. */
  withPreview: boolean
  /** The query sent with the file, or null if something is missing. */
  query?: () => Record<string, string> | null
  texts: ImportTexts
  /** The feature whose lists change. */
  feature: string
}

/** Why a file was rejected. For a file that was imported before, also that import. */
export type ImportFault = { text: string; importId?: string | undefined }

const faultText = (error: unknown): string => {
  if (error instanceof AppError) return error.fields?.file ?? Object.values(error.fields ?? {})[0] ?? error.message
  return error instanceof Error ? error.message : 'Operation Failed!'
}

/** Checks what can be known before the upload. */
const faultBefore = (file: File | null, maxBytes: number): string | undefined => {
  if (!file) return 'field.file-required'
  return file.size > maxBytes ? 'file.too-large' : undefined
}

/** A file with nothing to confirm is done once it is read, and shows its outcome like any other (CARD-18). */
function useDoneUnasked(
  id: number | null,
  setDecided: (isDecided: boolean) => void,
  watch: (id: number) => void,
): void {
  const onDone = useEffectEvent((importId: number) => {
    setDecided(true)
    watch(importId)
  })
  useEffect(() => {
    if (id !== null) onDone(id)
  }, [id])
}

/** Makes calls for a dialog that can be closed meanwhile. After that, responses no longer change the dialog. */
function useAttempts(name: string | undefined, texts: Importing['texts']) {
  const { t } = useTranslation()
  const [fault, setFault] = useState<ImportFault>()
  const [isSending, setSending] = useState(false)
  /** Counts how often the dialog was closed, so a response knows whether its dialog is still open. */
  const left = useRef(0)
  const attempt = async (work: (isStillHere: () => boolean) => Promise<void>) => {
    const visit = left.current
    const isStillHere = () => visit === left.current
    setFault(undefined)
    setSending(true)
    await work(isStillHere).catch((error: unknown) => {
      const text = sentence(t, faultText(error))
      if (isStillHere()) setFault({ text, importId: error instanceof AppError ? error.facts?.import_id : undefined })
      // In the dialog if it is open, and always as a message.
      notify.failure(t(texts.failure), [name, text].filter(Boolean).join(' · '))
    })
    if (isStillHere()) setSending(false)
  }
  const leave = () => {
    left.current += 1
    setSending(false)
  }
  return { attempt, leave, isSending, fault, setFault }
}

/** The steps of a file from the chooser to its report. */
export function useImporting({ endpoint, withPreview, query = () => ({}), texts, feature }: Importing) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [id, setId] = useState<number | null>(null)
  const [isDecided, setDecided] = useState(!withPreview)
  const record = useImportRecord(id).data
  const watch = (importId: number) => void watchImport(queries, importId, texts, t, feature)
  useDoneUnasked(!isDecided && record?.status === 'done' ? record.id : null, setDecided, watch)
  const { attempt, leave, isSending, fault, setFault } = useAttempts(file?.name ?? record?.file_name, texts)
  /** Discards an unconfirmed preview. If that fails, it does no harm. */
  const startOver = () => {
    if (record?.status === 'ready' && !isSending) call(imports.remove, { params: { id: record.id } }).catch(() => {})
    setFile(null)
    setFault(undefined)
    setId(null)
    setDecided(!withPreview)
  }
  return {
    file,
    fault,
    isSending,
    record,
    isDecided,
    startOver,
    isChosen: id !== null,
    choose: (chosen: File) => {
      setFault(undefined)
      setFile(chosen)
    },
    send: () => {
      const along = query()
      const before = faultBefore(file, endpoint.upload.maxBytes)
      if (before) return setFault({ text: sentence(t, before) })
      if (along === null) return
      return attempt(async (isStillHere) => {
        const input = { file, query: { ...along, ...(withPreview ? { mode: 'preview' } : {}) } }
        const { import_id } = (await call(endpoint, input as never, { keepPlace: true })) as { import_id: number }
        if (isStillHere()) setId(import_id)
        if (!withPreview || !isStillHere()) watch(import_id)
      })
    },
    decide: (ready: ImportRecord, isUpdating = false) =>
      attempt(async (isStillHere) => {
        const mode = applyModeOf(ready, isUpdating)
        await call(imports.apply, { params: { id: ready.id }, body: { mode } }, { keepPlace: true })
        if (isStillHere()) setDecided(true)
        await queries.invalidateQueries({ queryKey: ['imports', 'get'] })
        watch(ready.id)
      }),
    /** A file that is still being read continues, and its outcome is shown. */
    drop: () => {
      leave()
      if (id !== null && !isDecided && record?.status !== 'ready' && record?.status !== 'failed') watch(id)
      startOver()
    },
  }
}
