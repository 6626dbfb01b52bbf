try{const e=localStorage.getItem("croupier-page:theme");(e==="light"||e==="dark")&&(document.documentElement.dataset.theme=e)}catch{}
