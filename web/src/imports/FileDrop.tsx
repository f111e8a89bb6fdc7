import './importing.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { sizeText } from '../ui/words/figures.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { FileChooser } from './FileChooser.tsx'

type Props = {
  file: File | null
  /** Accepted file extensions, such as `.xlsx`. */
  accept: readonly string[]
  /** What a file can be, shown before one is chosen. */
  note: ReactNode
  error?: ReactNode
  isDisabled?: boolean
  onChoose: (file: File) => void
}

/** A drop area for a file, with a button for users who do not drag. */
export function FileDrop({ file, accept, note, error, isDisabled = false, onChoose }: Props) {
  const { t, language } = useTranslation()
  const [isOver, setOver] = useState(false)
  const [noteId, errorId] = [useId(), useId()]
  const onDrag = (event: DragEvent, isNowOver: boolean) => {
    event.preventDefault()
    setOver(isNowOver)
    const [first] = event.dataTransfer.files
    if (event.type === 'drop' && !isDisabled && first) onChoose(first)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for those who can; the button inside does the same. */}
      <div
        className="file-drop"
        data-over={isOver || undefined}
        data-error={error ? true : undefined}
        onDrop={(event) => onDrag(event, false)}
        onDragOver={(event) => onDrag(event, true)}
        onDragLeave={() => setOver(false)}
      >
        <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
        {file ? (
          <p className="file-chosen">
            <strong>{file.name}</strong> <span>{sizeText(file.size, language)}</span>
          </p>
        ) : (
          <p>{t('Drop a file here, or choose one.')}</p>
        )}
        <FileChooser
          label={file ? 'Choose another file' : 'Choose a file'}
          size="xs"
          accept={accept}
          isDisabled={isDisabled}
          describedBy={error ? `${noteId} ${errorId}` : noteId}
          onChoose={onChoose}
        />
      </div>
      <p className="file-note" id={noteId}>
        {note}
      </p>
      {error ? (
        <p className="file-error" id={errorId} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
