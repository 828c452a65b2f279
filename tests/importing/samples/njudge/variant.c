char *powers[] =
{
	"Unowned",
	"Blue", "Green", "Red",
};
char *variants[] =
{
	NULL,
	"standard",		/* Standard */
	"tiny",			/* a sample */
};
char *pletter[] =
{
    NULL,
    ".xGx", /* Standard */
    ".BxR", /* Tiny */
};
