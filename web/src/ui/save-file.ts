/** Hands a file to the browser's own way of saving. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the content by the next turn of the loop, and the memory can go.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** For a file at another host that comes as a download: should it fail there, the page is still here. */
export function openAddress(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
