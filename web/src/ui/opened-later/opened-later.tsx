import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { onFirstTouch, useLater } from './first-touch.ts'

/** What a closed field gets beside its own properties. */
export type ClosedField = {
  ref: RefObject<HTMLInputElement | null>
  /** The text typed before the field is complete, or null. */
  typed: string | null
  onType: (text: string) => void
  onPointerDown: () => void
  onClick: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onBlur: () => void
}
type Act = (field: HTMLInputElement) => void

/** The keys that open a field. Where text can be typed, a space is text, and Enter submits the form. */
const openingKeys = ['ArrowDown', 'ArrowUp']
const pressingKeys = ['Enter', ' ']
const keyAct = (typed: KeyboardEvent, isFirst: boolean): Act => {
  const { key, code } = typed.nativeEvent
  return (field) => {
    const isUnused = field.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
    // A browser submits only for a key that was really pressed. After an arrow, Enter chooses.
    if (key === 'Enter' && isFirst && isUnused && !field.readOnly) field.form?.requestSubmit()
  }
}
const setValue = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement?.prototype ?? {}, 'value')?.set

/** Moves the focus and the selection before anything is painted. Returns what selects the same again. */
function moveFocus(from: HTMLInputElement, to: HTMLInputElement): Act | null {
  const { selectionStart, selectionEnd } = from
  if (document.activeElement !== from) return null
  const select: Act = (field) => field.setSelectionRange(selectionStart, selectionEnd)
  to.focus({ preventScroll: true })
  select(to)
  return select
}
/** Types into the complete field what was typed into the closed one. If that was left, the complete one is left too. */
function typeInto(field: HTMLInputElement, typed: string, select: Act | null): void {
  setValue?.call(field, typed)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  // Drawing the text moves the cursor.
  if (select) queueMicrotask(() => select(field))
  // Said, not done: to be left, it would have to take the focus from where the user is now.
  else setTimeout(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}

/**
 * A field whose list or calendar is heavy: closed, it looks and speaks the same, and the complete field takes its place
 * once the user touches the page. Where the user already is in the field, nothing of what they did is lost: it takes the
 * focus and the typed text along, never under a pressed pointer, and then opens or moves as it was asked to.
 */
export function openedLater<Props extends { onBlur?: unknown; disabled?: boolean | undefined }>(
  load: () => Promise<ComponentType<Props>>,
  Closed: ComponentType<Props & ClosedField>,
): ComponentType<Props> {
  const later = onFirstTouch(load)
  return function OpenedLater(props: Props) {
    const Opened = useLater(later) as ComponentType<Props & { ref?: RefObject<HTMLInputElement | null> }>
    const [isDone, setDone] = useState(Opened !== undefined)
    const { isHeld, setHeld } = usePress()
    const [typed, setTyped] = useState<string | null>(null)
    const closed = useRef<HTMLInputElement>(null)
    const opened = useRef<HTMLInputElement>(null)
    const acts = useRef<Act[]>([])
    const select = useRef<Act>(null)
    const isReady = Opened !== undefined && !isHeld
    const isMoving = useRef(false)
    useLayoutEffect(() => {
      if (!isReady || isDone) return
      isMoving.current = true
      if (closed.current && opened.current) select.current = moveFocus(closed.current, opened.current)
      setDone(true)
    }, [isReady, isDone])
    // The field's own effects come first: as it starts, it writes its own text.
    useEffect(() => {
      if (!isDone) return
      if (typed !== null && opened.current) typeInto(opened.current, typed, select.current)
      setTyped(null)
      playBack(acts.current, opened)
    }, [isDone, typed])
    const wait = (act: Act) => acts.current.push(act)
    return (
      <>
        {isDone || isReady ? <Opened {...props} ref={opened} /> : null}
        {isDone ? null : (
          <Closed
            {...props}
            ref={closed}
            typed={typed}
            onType={setTyped}
            onPointerDown={() => setHeld(true)}
            onClick={() => wait((field) => field.click())}
            onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
              const isPressing = pressingKeys.includes(event.key) && event.currentTarget.readOnly
              const isBegun = acts.current.length > 0 || typed !== null
              const follows = isBegun && ['Enter', 'Escape'].includes(event.key)
              if (!openingKeys.includes(event.key) && !isPressing && !follows) return
              event.preventDefault()
              wait(keyAct(event, acts.current.length === 0))
            }}
            onBlur={() => {
              if (!isMoving.current && typed === null) (props.onBlur as (() => void) | undefined)?.()
            }}
          />
        )}
      </>
    )
  }
}

/** Each act is seen by the field before the next one, as if they came from the keyboard. */
function playBack(acts: Act[], field: RefObject<HTMLInputElement | null>): void {
  const act = acts.shift()
  if (!act) return
  if (field.current) act(field.current)
  setTimeout(() => playBack(acts, field))
}

/** Whether a pointer is down on the field. Released, the click comes first. */
function usePress() {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isHeld) return
    const release = () => setTimeout(() => setHeld(false), 50)
    const ends = ['pointerup', 'pointercancel'] as const
    for (const end of ends) addEventListener(end, release, true)
    return () => {
      for (const end of ends) removeEventListener(end, release, true)
    }
  }, [isHeld])
  return { isHeld, setHeld }
}
