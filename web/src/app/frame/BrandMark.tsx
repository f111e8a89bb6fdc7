import { useState } from 'react'
import { brand } from '../../ui/brand.ts'

/** Falls back to the brand's logo when the image cannot be shown (NAV-3). */
export function BrandMark({ image, name = brand.name }: { image?: string | null; name?: string }) {
  const [broken, setBroken] = useState<string>()
  const own = image && image !== broken ? image : undefined
  return (
    <span className="brand-mark">
      <img src={own ?? brand.logo} alt="" height={28} onError={own ? () => setBroken(own) : undefined} />
      <span>{name}</span>
    </span>
  )
}
