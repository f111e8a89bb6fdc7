import '../ui/record/record.css'

/** Names and values, side by side as far as there is room. */
export function JournalFacts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="record-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
