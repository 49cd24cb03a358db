// Back at the address that could not be reached; the page also tries again every few seconds by itself.
addEventListener('online', () => location.reload())
document.querySelector('button').addEventListener('click', () => location.reload())
