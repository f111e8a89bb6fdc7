/** Saves a file through the browser. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // By then the browser has read the content, and the memory can be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** For a download from another host: if it fails there, the page stays. */
export function openAddress(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
