import './record-head.css'

type Props = {
  name: string
  used: number
  /** The limit. With none, or a limit of zero, anything used is over it. */
  of: number
  /** The figures with their unit, also for screen readers: a bar alone says nothing. */
  text: string
}

const nearly = 0.9

/** How much of a limit is used. The colour changes near the limit and over it; the text says the same. */
export function Meter({ name, used, of, text }: Props) {
  const share = of > 0 ? Math.min(Math.max(used / of, 0), 1) : used > 0 ? 1 : 0
  const tone = used > of ? 'bad' : share >= nearly ? 'warn' : undefined
  return (
    <div className="meter">
      <span className="meter-name">{name}</span>
      <span className="meter-text">{text}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element each in their own way. */}
      <div
        role="meter"
        className="meter-bar"
        data-tone={tone}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(of, used)}
        aria-valuenow={Math.max(used, 0)}
        aria-valuetext={text}
      >
        <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </div>
    </div>
  )
}
