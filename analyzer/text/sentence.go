package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Units is the length of a text in UTF-16 units, which is how clients count.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

var (
	address = regexp.MustCompile(`[a-z][a-z0-9+.-]*://[^\s"'<>)]*[^\s"'<>).,;:!?]`)
	quoted  = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`|\u201c[^\u201d\n]*\u201d")
	abbrevs = regexp.MustCompile(`(?i)\b(e\.g|i\.e|etc|vs|cf|approx|incl|max|min|no|resp)\.`)
	shown   = regexp.MustCompile(`^\W*(?:[^.!?\x00]{1,40}[:=]\s*)?(?:\x00\W*)+$`)
	listing = regexp.MustCompile(`(?m)^\s*(?:[-*•]|\d+[.)])\s`)
)

// plain is a text in which no punctuation is left that ends no sentence.
func plain(s string) string {
	s = address.ReplaceAllString(s, "address")
	s = quoted.ReplaceAllString(s, "quote")
	return abbrevs.ReplaceAllString(s, "$1")
}

// Sentences counts the sentences of a text. A line of its own is one, and so is
// each item of a list. A further line that only shows a value is none.
func Sentences(s string) int {
	n := 0
	for line := range strings.SplitSeq(plain(listing.ReplaceAllString(s, "")), "\n") {
		if n > 0 && shown.MatchString(line) {
			continue
		}
		n += sentences(line)
	}
	return n
}

func sentences(line string) int {
	n, words := 0, false
	runes := []rune(line)
	for i, r := range runes {
		switch {
		case unicode.IsLetter(r) || r == 0:
			words = true
		case r == '。' || r == '！' || r == '？':
			if words {
				n, words = n+1, false
			}
		case r == '.' || r == '!' || r == '?':
			if words && begins(runes[i+1:]) {
				n, words = n+1, false
			}
		}
	}
	if words {
		n++
	}
	return n
}

// begins reports whether a sentence can begin, or the text ends, after a full
// stop.
func begins(rest []rune) bool {
	i := 0
	for i < len(rest) && (rest[i] == '.' || rest[i] == '!' || rest[i] == '?' || rest[i] == ')' || rest[i] == '"' || rest[i] == '\'') {
		i++
	}
	if i == len(rest) {
		return true
	}
	if !unicode.IsSpace(rest[i]) {
		return false
	}
	for i < len(rest) && (unicode.IsSpace(rest[i]) || rest[i] == '(' || rest[i] == '"' || rest[i] == '\'') {
		i++
	}
	return i == len(rest) || !unicode.IsLower(rest[i])
}

// English reports whether a text is in English, as far as its words tell. A
// few words without any that tell count as English if their letters do.
func English(s string) bool {
	letters, ascii, english, foreign := 0, 0, 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
			if r < 0x80 {
				ascii++
			}
		}
	}
	if letters == 0 || ascii*10 < letters*9 {
		return false
	}
	plainLetters := ascii == letters
	for _, w := range words(s) {
		switch {
		case englishWords[w]:
			english++
		case foreignWords[w]:
			foreign++
		}
	}
	if foreign == 0 {
		return plainLetters || english > 0
	}
	return english > 2*foreign
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(address.ReplaceAllString(s, " ")), func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '\'' })
}

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

var (
	englishWords = set("the a an of to and is are was were be not no for with from by it this that or if in on at as has have can cannot could failed error invalid must should call use try again later")
	// Words that English texts do not have.
	foreignWords = set(`der das und nicht ist ein eine mit für wurde fehler ungültig bitte konnte werden kein keine dem den datei seite fehlt gefunden kann
		el los las una por para con está esta encontró encontrado inválido falta debe archivo fichero puede existe página
		le les des une est pas pour avec dans sur erreur introuvable doit veuillez fichier trouvé
		il gli della non è trovato errore sono deve impossibile
		não foi uma com erro encontrada você arquivo nenhum
		het een niet voor van fout bestand gevonden
		nie jest dla błąd plik soubor nenalezen
		inte och hittades filen ikke finnes
		dosya bulunamadı geçersiz tidak ditemukan berkas`)
)
