import { brand } from './brand.ts'

export function BrandMark({ image, name = brand.name }: { image?: string | null; name?: string }) {
  return (
    <span className="brand-mark">
      <img src={image || brand.logo} alt="" height={28} />
      <span>{name}</span>
    </span>
  )
}
