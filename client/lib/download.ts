/** Hands a text the server made to the browser as a file. */
export function downloadText(filename: string, text: string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  URL.revokeObjectURL(url)
}

/** Fetches a file the server makes, as a download. */
export function downloadFile(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
