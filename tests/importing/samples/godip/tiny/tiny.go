package tiny

const (
	Blue godip.Nation = "Blue"
	Red  godip.Nation = "Red"
)

var Nations = []godip.Nation{Blue, Red}

var TinyVariant = common.Variant{
	Name:       "Tiny",
	Nations:    Nations,
	SoloWinner: common.SCCountWinner(4),
}

func TinyStart() (result *state.State, err error) {
	startPhase := classical.NewPhase(1850, godip.Spring, godip.Movement)
	result.SetUnits(map[godip.Province]godip.Unit{
		"ard": godip.Unit{godip.Fleet, Red},
		"are": godip.Unit{godip.Army, Red},
		"blu": godip.Unit{godip.Fleet, Blue},
		"bor": godip.Unit{godip.Army, Blue},
	})
	result.SetSupplyCenters(map[godip.Province]godip.Nation{
		"ard": Red,
		"are": Red,
		"blu": Blue,
		"bor": Blue,
	})
	return
}

func TinyGraph() *graph.Graph {
	return graph.New().
		// Northern Sea
		Prov("nse").Conn("ard", godip.Sea).Conn("blu", godip.Sea).Conn("spl/nc", godip.Sea).Conn("spl", godip.Sea).Flag(godip.Sea).
		// Southern Sea
		Prov("sse").Conn("are", godip.Sea).Conn("bor", godip.Sea).Conn("spl/sc", godip.Sea).Conn("spl", godip.Sea).Flag(godip.Sea).
		Prov("ard").Conn("are", godip.Land).Conn("blu", godip.Coast...).Conn("nse", godip.Sea).Flag(godip.Coast...).SC(Red).
		Prov("are").Conn("ard", godip.Land).Conn("bor", godip.Sea).Conn("mid", godip.Land).Conn("sse", godip.Sea).Flag(godip.Coast...).SC(Red).
		Prov("blu").Conn("ard", godip.Coast...).Conn("bor", godip.Land).Conn("mid", godip.Land).Conn("nse", godip.Sea).
		Conn("spl", godip.Land).Conn("spl/nc", godip.Sea).Flag(godip.Coast...).SC(Blue).
		Prov("bor").Conn("are", godip.Sea).Conn("blu", godip.Land).Conn("mid", godip.Land).Conn("sse", godip.Sea).
		Conn("spl", godip.Land).Conn("spl/sc", godip.Sea).Flag(godip.Coast...).SC(Blue).
		Prov("mid").Conn("are", godip.Land).Conn("blu", godip.Land).Conn("bor", godip.Land).Flag(godip.Land).SC(godip.Neutral).
		Prov("spl").Conn("blu", godip.Land).Conn("bor", godip.Land).Flag(godip.Land).SC(godip.Neutral).
		Prov("spl/nc").Conn("nse", godip.Sea).Conn("blu", godip.Sea).Flag(godip.Sea).
		Prov("spl/sc").Conn("sse", godip.Sea).Conn("bor", godip.Sea).Flag(godip.Sea).
		Prov("wal").Flag(godip.Land).
		Done()
}

var provinceLongNames = map[godip.Province]string{
	"nse": "Northern Sea",
	"sse": "Southern Sea",
	"ard": "Arden",
	"are": "Arezzo",
	"blu": "Blundell",
	"bor": "Borsa",
	"mid": "Middle",
	"spl": "Split",
	"wal": "Wall",
}
