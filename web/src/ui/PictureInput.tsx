import { sentence } from './words/sentence.ts'
import './picture.css'
import { Button, FileButton } from '@mantine/core'
import { maxPictureBytes, pictureTypes } from '@portal/contract/files/files.ts'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { lazily, WhenFirst } from './lazily.tsx'
import { useTranslation } from './words/translation.ts'

const ConfirmDialog = lazily(() => import('./ConfirmDialog.tsx'), 'ConfirmDialog')

type Props = {
  /** The current picture, rendered as elsewhere. */
  children: ReactNode
  shape: 'round' | 'wide'
  isBusy: boolean
  /** Rejects with the sentence to show. */
  onUse: (file: File) => Promise<unknown>
  /** Absent if there is no picture to remove. */
  onRemove?: (() => Promise<unknown>) | undefined
}

/** Checks what can be known before the upload. The service checks the rest. */
function faultOf(file: File): string | undefined {
  if (!pictureTypes.some((type) => type === file.type)) return 'file.not-picture'
  return file.size > maxPictureBytes ? 'file.too-large' : undefined
}

/** Chooses and previews a picture before it is used. Errors appear here. */
export function PictureInput({ children, shape, isBusy, onUse, onRemove }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const preview = usePreview(chosen)
  const noteId = useId()
  const choose = (file: File | null) => {
    if (!file) return
    const found = faultOf(file)
    setFault(found)
    setChosen(found ? null : file)
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setFault(undefined)
    try {
      await work()
      setChosen(null)
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'Operation Failed!')
    }
  }
  return (
    <div className="picture-input">
      <div className="picture-shown" data-shape={shape}>
        {preview ? (
          <img src={preview} alt={t('Not saved yet')} onError={() => setFault('file.not-picture')} />
        ) : (
          children
        )}
      </div>
      <div className="picture-actions">
        <FileButton onChange={choose} accept={pictureTypes.join(',')} disabled={isBusy}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              disabled={isBusy}
              leftSection={<IconPhoto size={16} aria-hidden />}
              aria-describedby={noteId}
            >
              {chosen ? t('Choose another') : t('Choose a picture')}
            </Button>
          )}
        </FileButton>
        {chosen ? (
          <>
            <Button size="xs" loading={isBusy} onClick={() => attempt(() => onUse(chosen))}>
              {t('Use this picture')}
            </Button>
            <Button variant="subtle" size="xs" disabled={isBusy} onClick={() => setChosen(null)}>
              {t('Cancel')}
            </Button>
          </>
        ) : onRemove ? (
          <RemoveButton isBusy={isBusy} onRemove={() => attempt(onRemove)} />
        ) : null}
      </div>
      <p className="picture-note" id={noteId}>
        {t('PNG, JPEG or WebP, up to 5 MB.')}
      </p>
      {fault ? (
        <p className="picture-fault" role="alert">
          {sentence(t, fault)}
        </p>
      ) : null}
    </div>
  )
}

function RemoveButton({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => Promise<void> }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="subtle" color="bad" size="xs" disabled={isBusy} onClick={() => setAsked(true)}>
        {t('Remove')}
      </Button>
      <WhenFirst asked={isAsked}>
        <ConfirmDialog
          opened={isAsked}
          title={t('Remove')}
          text={t('The picture will be deleted. Do you wish to continue?')}
          confirm="Remove"
          danger
          busy={isBusy}
          onConfirm={() => onRemove().then(() => setAsked(false))}
          onCancel={() => setAsked(false)}
        />
      </WhenFirst>
    </>
  )
}

function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [file])
  return address
}
